import type { PublicIntent } from './api.ts';
import { element } from './element.ts';

/**
 * Shows the bank's 3-D Secure page as a modal dialog and resolves with the answer. Leaving it with Escape is
 * abandoning it, which the bank counts as failed.
 */
export function showChallenge(intent: PublicIntent): Promise<'complete' | 'fail'> {
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
  shadow.adoptedStyleSheets = [styles];
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
.Dialog { box-sizing: border-box; width: min(400px, calc(100vw - 32px)); padding: 28px; border: 1px solid #E3DCCF;
  border-radius: 12px; background: #FFFFFF; color: #15130F; font: 400 16px/1.55 system-ui, sans-serif;
  box-shadow: 0 18px 48px -12px rgb(21 19 15 / .22); }
.Dialog::backdrop { background: rgb(12 11 10 / .62); }
.Eyebrow { margin: 0; color: #5C564B; font-size: 14px; }
.Title { margin: 4px 0 12px; font-size: 22px; font-weight: 600; line-height: 1.2; }
.Text { margin: 0 0 24px; }
.Buttons { display: grid; gap: 12px; }
.Button { min-height: 48px; border: 1px solid #8C8473; border-radius: 10px; background: transparent; color: inherit;
  font: 600 16px/1.2 inherit; font-family: inherit; cursor: pointer; }
.Button--main { border-color: #15130F; background: #15130F; color: #FBF9F5; }
.Button:focus-visible { outline: 2px solid #B08A3C; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  .Dialog { border-color: #2C2721; background: #151310; color: #F5F0E6; }
  .Eyebrow { color: #B5AC9B; }
  .Button { border-color: #7D7464; }
  .Button--main { border-color: #D4AF61; background: #D4AF61; color: #15130F; }
  .Button:focus-visible { outline-color: #D4AF61; }
}
`;
