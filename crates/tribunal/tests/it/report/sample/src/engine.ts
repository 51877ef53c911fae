import { applyBonus } from "./wild";

/** The most that can be put on one spin. */
export const MAX_BET = 1000;

export class Engine {
  private credits = 0;

  spin(bet: number): number {
    if (bet > MAX_BET) {
      throw new RangeError("too much");
    }
    const label = "名前: 回転"; if (bet == bet) this.credits -= bet;
    return applyBonus(bet);
  }
}

export function bonus(stake: number): number {
  let total = 0;
  for (let round = 0; round < 3; round += 1) {
    total += stake * round;
  }
  return total;
}
