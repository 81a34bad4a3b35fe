import { expect, test } from 'vitest';
import { formatBytes, MAX_FILE_BYTES, mediaTypeOf, sizeProblem } from './stored-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['%PDF-1.7\n%', 'application/pdf'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['\xff\xd8\xff\xe1\0\x10Exif', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0', 'image/heic'],
])('a file that begins with %j has the media type %s', (head, mediaType) => {
  expect(mediaTypeOf(bytes(head))).toBe(mediaType);
});

test.each([
  '',
  '%PDF',
  ' %PDF-1.7',
  '<!doctype html>%PDF-',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  'GIF89a',
  'RIFF\0\0\0\0WEBP',
  '\0\0\0\x18ftypisom',
  '\0\0\0\x18ftypavif',
  'PK\x03\x04',
])('a file that begins with %j has no accepted media type', (head) => {
  expect(mediaTypeOf(bytes(head))).toBeNull();
});

test('file sizes are formatted in KB and MB', () => {
  const sizes = [1, 348_160, 1_258_291, MAX_FILE_BYTES, 14_680_064].map(formatBytes);

  expect(sizes).toEqual(['1 KB', '340 KB', '1.2 MB', '10 MB', '14 MB']);
});

test('a file that is empty or over 10 MB is refused with its size', () => {
  expect(sizeProblem(MAX_FILE_BYTES)).toBeNull();
  expect(sizeProblem(0)).toBe('This file is empty.');
  expect(sizeProblem(14_680_064)).toBe('14 MB is too large, 10 MB at most.');
  expect(sizeProblem(MAX_FILE_BYTES + 60_000)).toBe('10.06 MB is too large, 10 MB at most.');
});
