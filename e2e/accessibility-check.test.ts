import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { expect, test } from './testing/test.ts';

/**
 * A button whose label and background exchange their colours while it is being enabled. The transition begins
 * near its middle.
 */
const PAGE = `<!doctype html><html lang="en"><head><title>A form</title><style>
  button { color: #fff; background: #000; transition: all 4s linear -1.5s; }
  button.enabled { color: #000; background: #fff; }
</style></head><body><main><h1>A form</h1><button>Send</button></main></body></html>`;

test('a check during which a transition begins is repeated, because half-faded text has too little contrast', async ({
  page,
}) => {
  await page.setContent(PAGE);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.evaluate(() => {
    const { run } = window.axe;
    const runWhenEnabled = (...args: Parameters<typeof run>) => {
      document.querySelector('button')?.classList.add('enabled');
      return run(...args);
    };
    Object.assign(window.axe, { run: runWhenEnabled });
  });
  expect(await accessibilityFaults(page)).toEqual([]);
});
