/** The element that a hash names: `#booking?vehicle=lux-suv` is `booking`. A hash that cannot be decoded is taken as it stands. */
export function anchorName(hash: string): string {
  const [name = ''] = hash.slice(1).split('?');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
