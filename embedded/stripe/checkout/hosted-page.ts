import { type Response, Router } from 'express';
import type { SessionDetails, StoredSession } from '../store/tables.ts';
import type { Store } from '../store/transactions.ts';
import { successUrl } from './stored-session.ts';

/** Creates the routes of the hosted page of a Checkout Session. The session's id is the only credential. */
export function createHostedPageRoutes(store: Store): Router {
  const routes = Router();
  routes.get('/sim/checkout.css', (_req, res) => {
    res.type('text/css').send(checkoutStyles);
  });
  routes.get('/sim/checkout/:id', (req, res) => {
    const { session, details } = store.transact(null, (tx) => ({
      session: tx.get('sessions', req.params.id),
      details: tx.get('session_details', req.params.id),
    }));
    if (session && details) sendPage(res, renderCheckoutPage(session, details));
    else sendPage(res.status(404), renderUnknownCheckout());
  });
  return routes;
}

function sendPage(res: Response, html: string): void {
  res
    .set({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    .type('html')
    .send(html);
}

/** Renders line items and a form for email and card, or a notice if the session is complete or expired. */
function renderCheckoutPage(session: StoredSession, details: SessionDetails): string {
  const total = dollars(session.amount_total ?? 0);
  if (session.status === 'complete') {
    return page(
      'Paid',
      notice('This payment is complete', `${total} was paid. There is nothing left to do here.`, {
        href: successUrl(session),
        text: 'Continue',
      }),
    );
  }
  if (session.status === 'expired') {
    return page(
      'Expired',
      notice(
        'This checkout has expired',
        'Nothing was charged. Go back and start again.',
        session.cancel_url ? { href: session.cancel_url, text: 'Back' } : null,
      ),
    );
  }
  return page(`Pay ${total}`, `${summary(session, details, total)}${form(session, total)}`);
}

function renderUnknownCheckout(): string {
  return page('Not found', notice('There is no such checkout', 'Check the address, or start again.', null));
}

function summary(session: StoredSession, { lines }: SessionDetails, total: string): string {
  const rows = lines
    .map(
      ({ name, quantity, amount }) =>
        `<li><span>${escapeHtml(name)}${quantity > 1 ? ` × ${quantity}` : ''}</span><span>${dollars(amount)}</span></li>`,
    )
    .join('');
  const back = session.cancel_url ? `<a class="back" href="${escapeHtml(session.cancel_url)}">Back</a>` : '';
  return `<section class="summary" aria-labelledby="total">${back}
    <h1 id="total"><small>To pay</small> ${total}</h1><ul>${rows}</ul></section>`;
}

function form(session: StoredSession, total: string): string {
  return `<form class="payment" data-simulated-checkout="${session.id}" novalidate aria-label="Payment">
    <p class="alert" role="alert" hidden></p>
    <label for="email">Email</label>
    <input id="email" type="email" autocomplete="email" required aria-describedby="email-error">
    <p class="error" id="email-error" hidden>Your email is invalid.</p>
    <div class="card"></div>
    <button type="submit" disabled>Pay ${total}</button>
    <noscript><p>Paying needs JavaScript.</p></noscript>
  </form>`;
}

function notice(title: string, text: string, link: { href: string; text: string } | null): string {
  const anchor = link ? `<a class="button" href="${escapeHtml(link.href)}">${link.text}</a>` : '';
  return `<section class="notice"><h1>${title}</h1><p>${text}</p>${anchor}</section>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/sim/checkout.css">
  <script src="/v3/stripe.js" defer></script>
</head>
<body>
  <header><strong>Checkout</strong> <span>Test mode: no money moves</span></header>
  <main>${content}</main>
</body>
</html>
`;
}

const dollars = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** Escapes text for HTML content and attributes. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Inlined as text, so that it is part of the bundled simulator. */
const checkoutStyles = `
:root { --bg: #FBF9F5; --surface: #FFFFFF; --ink: #15130F; --ink-2: #5C564B; --line: #E3DCCF; --control: #8C8473;
  --gold: #B08A3C; --gold-ink: #7A5B1B; --action: #15130F; --on-action: #FBF9F5; --danger: #B3261E; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0C0B0A; --surface: #1D1A16; --ink: #F5F0E6; --ink-2: #B5AC9B; --line: #2C2721; --control: #7D7464;
    --gold: #D4AF61; --gold-ink: #E2C27E; --action: #D4AF61; --on-action: #15130F; --danger: #F2867E; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; gap: 16px; justify-content: space-between; max-width: 960px; margin: 0 auto;
  padding: 24px 20px; border-bottom: 1px solid var(--line); }
header span { color: var(--ink-2); font-size: 14px; }
main { display: grid; gap: 40px; max-width: 960px; margin: 0 auto; padding: 40px 20px 64px; }
@media (min-width: 800px) { main { grid-template-columns: 1fr 1fr; gap: 64px; } }
h1 { margin: 8px 0 24px; font-size: 40px; font-weight: 500; line-height: 1.1; font-variant-numeric: tabular-nums; }
h1 small { display: block; margin-bottom: 4px; color: var(--ink-2); font-size: 16px; font-weight: 400; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: flex; gap: 24px; justify-content: space-between; padding: 12px 0; border-top: 1px solid var(--line); }
li span:last-child { font-variant-numeric: tabular-nums; }
.back { display: inline-flex; align-items: center; min-height: 44px; color: var(--gold-ink); }
.notice { grid-column: 1 / -1; max-width: 520px; }
.payment { display: grid; align-content: start; }
label { margin-bottom: 6px; font-size: 14px; font-weight: 500; }
input { width: 100%; height: 48px; padding: 0 14px; border: 1px solid var(--control); border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit; }
input:focus { border-color: var(--gold); outline: 1px solid var(--gold); }
input[aria-invalid=true] { border-color: var(--danger); outline: 1px solid var(--danger); }
.error { margin: 6px 0 0; color: var(--danger); font-size: 14px; }
.card { margin: 16px 0 24px; }
.alert { margin: 0 0 20px; padding: 14px 16px; border: 1px solid var(--danger); border-radius: 10px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 52px;
  padding: 0 24px; border: 0; border-radius: 10px; background: var(--action); color: var(--on-action);
  font: 600 16px/1.2 system-ui, sans-serif; text-decoration: none; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
:is(a, button):focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; }
[hidden] { display: none; }
`;
