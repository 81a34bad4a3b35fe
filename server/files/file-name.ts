import { FILE_ENDINGS, type MediaType } from '#common/files/stored-file.ts';

const MAX_LENGTH = 100;

/** Control characters, including line breaks, and invisible marks that hide or reorder text. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Splits a name into stem and extension. Without a matching one, uses the extension of its media type. */
function splitEnding(name: string, mediaType: MediaType): [stem: string, ending: string] {
  const endings = FILE_ENDINGS[mediaType];
  const ending = endings.find((each) => name.toLowerCase().endsWith(each));
  return ending ? [name.slice(0, -ending.length), name.slice(-ending.length)] : [name, endings[0]];
}

/**
 * Sanitizes an uploaded file's name for display and download: only the last path segment, readable, at most
 * 100 characters, with the extension of its actual type (a PDF named `license.html` becomes
 * `license.html.pdf`).
 */
export function cleanFileName(given: string, mediaType: MediaType): string {
  const last = given.replace(UNREADABLE, '').split(/[/\\]/).at(-1) ?? '';
  const readable = last
    .replace(/[<>:"|?*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [stem, ending] = splitEnding(readable, mediaType);
  const name = [...stem.replace(/^\.+/, '').trim()].slice(0, MAX_LENGTH - ending.length).join('');
  return `${name || 'file'}${ending}`;
}
