import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['license.pdf', 'license.pdf'],
  ['Führerschein (neu).PDF', 'Führerschein (neu).PDF'],
  ['C:\\Users\\renee\\license.pdf', 'license.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['license.pdf.html', 'license.pdf.html.pdf'],
  ['a.pdf\r\nSet-Cookie: x=1', 'a.pdfSet-Cookie x=1.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
  ['<img src=x>.pdf', 'img src=x.pdf'],
  ['', 'file.pdf'],
  ['.pdf', 'file.pdf'],
  ['..', 'file.pdf'],
  ['   ', 'file.pdf'],
])('the file name %j is cleaned to %j', (given, name) => {
  expect(cleanFileName(given, 'application/pdf')).toBe(name);
});

test('a file name gets the extension of its media type unless it has a fitting one', () => {
  expect(cleanFileName('scan.jpeg', 'image/jpeg')).toBe('scan.jpeg');
  expect(cleanFileName('scan.png', 'image/jpeg')).toBe('scan.png.jpg');
  expect(cleanFileName('IMG_1.HEIF', 'image/heic')).toBe('IMG_1.HEIF');
});

test('a long file name is cut to 100 characters and keeps its extension', () => {
  const name = cleanFileName(`${'x'.repeat(250)}.pdf`, 'application/pdf');

  expect(name).toHaveLength(100);
  expect(name).toMatch(/x\.pdf$/);
});
