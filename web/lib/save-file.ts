/** Media types of downloadable files, by extension. */
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Downloads a text as a file; its media type follows from the extension. */
export function saveFile(name: `${string}.${keyof typeof TYPES}`, text: string): void {
  const type = name.endsWith('.csv') ? TYPES.csv : TYPES.json;
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
