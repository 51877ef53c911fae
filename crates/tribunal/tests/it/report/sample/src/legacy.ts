export const page = "</script><img src=x onerror=\"document.title='owned'\"><!--";
export const trick = '"><svg onload=alert(1)>';
export function old() {
  return page + trick;
}
