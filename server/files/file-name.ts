import { FILE_ENDINGS, type MediaType } from '#common/files/stored-file.ts';

const MAX_LENGTH = 100;

/** Control characters, line breaks included, and marks that hide or reorder what is read. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name without its ending, and the ending, or the one that its type calls for. */
function splitEnding(name: string, mediaType: MediaType): [stem: string, ending: string] {
  const endings = FILE_ENDINGS[mediaType];
  const ending = endings.find((each) => name.toLowerCase().endsWith(each));
  return ending ? [name.slice(0, -ending.length), name.slice(-ending.length)] : [name, endings[0]];
}

/**
 * A name somebody gave a file, fit to be shown and to be saved under: its last part, readable, of at most 100
 * characters, and with an ending that says what the file is (`license.html` that is a PDF is `license.html.pdf`).
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
