import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
const script = /<script>([^<]*'theme'[^<]*)<\/script>/.exec(html)?.[1] ?? '';

/** Runs the inline script of index.html as a browser would. @returns whether it painted the page dark */
function paintsDark({
  stored,
  system,
}: {
  stored: string | null | Error;
  system: 'light' | 'dark';
}): boolean {
  let isDark = false;
  const browser = {
    localStorage: {
      getItem: (key: string) => {
        if (stored instanceof Error) throw stored;
        return key === 'theme' ? stored : null;
      },
    },
    matchMedia: () => ({ matches: system === 'dark' }),
    document: {
      documentElement: {
        classList: {
          toggle: (_name: string, on: boolean) => {
            isDark = on;
          },
        },
      },
    },
  };
  new Function(...Object.keys(browser), script)(...Object.values(browser));
  return isDark;
}

test('the first visit follows the system theme', () => {
  expect(paintsDark({ stored: null, system: 'dark' })).toBe(true);
  expect(paintsDark({ stored: null, system: 'light' })).toBe(false);
});

test('a stored theme overrides the system theme', () => {
  expect(paintsDark({ stored: 'light', system: 'dark' })).toBe(false);
  expect(paintsDark({ stored: 'dark', system: 'light' })).toBe(true);
});

test('when storage is unavailable, the page follows the system theme', () => {
  expect(paintsDark({ stored: new Error('denied'), system: 'dark' })).toBe(true);
});
