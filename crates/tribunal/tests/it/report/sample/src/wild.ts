export function applyBonus(bet: number): number {
  let sum = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    sum += bet * turn;
  }
  return sum;
}
