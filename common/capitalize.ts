/** Writes the first letter of a text in upper case: `lux sedan` → `Lux sedan`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
