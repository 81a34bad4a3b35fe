/**
 * Returns the items in uniformly random order (Fisher-Yates).
 *
 * @param random Returns a number in [0, 1).
 */
export function shuffled<Item>(items: Iterable<Item>, random: () => number = Math.random): Item[] {
  const rest = [...items];
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    [rest[last], rest[chosen]] = [rest[chosen] as Item, rest[last] as Item];
  }
  return rest;
}
