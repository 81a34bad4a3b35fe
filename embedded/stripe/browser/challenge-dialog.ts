import type { Appearance } from '@stripe/stripe-js';
import type { PublicIntent } from './api.ts';
import { createStyles } from './appearance.ts';
import { element } from './dom.ts';

/**
 * Shows a 3-D Secure challenge as a modal dialog in the form's appearance, and resolves with the outcome.
 * Escape fails the authentication.
 */
export function showChallenge(
  intent: PublicIntent,
  appearance: Appearance | undefined,
): Promise<'complete' | 'fail'> {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: intent.currency }).format(
    intent.amount / 100,
  );
  const complete = element(
    'button',
    { type: 'button', class: 'Button Button--main' },
    'Complete authentication',
  );
  const fail = element('button', { type: 'button', class: 'Button' }, 'Fail authentication');
  const dialog = element(
    'dialog',
    { class: 'Dialog', role: 'dialog', 'aria-labelledby': 'title', 'aria-describedby': 'text' },
    element('p', { class: 'Eyebrow' }, 'Test bank'),
    element('h2', { class: 'Title', id: 'title' }, '3-D Secure'),
    element(
      'p',
      { class: 'Text', id: 'text' },
      `Your bank asks you to confirm this payment of ${amount}. Choose how it answers; no money moves.`,
    ),
    element('div', { class: 'Buttons' }, complete, fail),
  );
  const host = element('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [createStyles(appearance), styles];
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();

  return new Promise((resolve) => {
    complete.addEventListener('click', () => dialog.close('complete'));
    fail.addEventListener('click', () => dialog.close('fail'));
    dialog.addEventListener('close', () => {
      host.remove();
      resolve(dialog.returnValue === 'complete' ? 'complete' : 'fail');
    });
  });
}

const STYLES = `
.Dialog { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); padding: 28px;
  border: 1px solid var(--colorTextSecondary); border-radius: 12px; background: var(--colorBackground);
  color: var(--colorText); box-shadow: 0 18px 48px -12px rgb(0 0 0 / .3); }
.Dialog::backdrop { background: rgb(12 11 10 / .62); }
.Eyebrow { margin: 0; color: var(--colorTextSecondary); font-size: 14px; }
.Title { margin: 4px 0 12px; font-size: 22px; font-weight: 600; line-height: 1.2; }
.Text { margin: 0 0 24px; }
.Buttons { display: grid; gap: 12px; }
.Button { min-height: 48px; border: 1px solid; border-radius: var(--borderRadius); background: transparent;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
.Button--main { border-color: var(--colorText); background: var(--colorText); color: var(--colorBackground); }
.Button:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
`;
