import type { SessionDetails, StoredSession } from '../store/tables.ts';
import { successUrl } from './success-url.ts';

/** The page a buyer is sent to: what is bought, an e-mail address and a card, or why there is nothing to pay. */
export function renderCheckoutPage(session: StoredSession, details: SessionDetails): string {
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

/** The page for an address that leads to no session. */
export function renderUnknownCheckout(): string {
  return page('Not found', notice('There is no such checkout', 'Check the address, or start again.', null));
}

function summary(session: StoredSession, { lines }: SessionDetails, total: string): string {
  const rows = lines
    .map(
      ({ name, quantity, amount }) =>
        `<li><span>${safe(name)}${quantity > 1 ? ` × ${quantity}` : ''}</span><span>${dollars(amount)}</span></li>`,
    )
    .join('');
  const back = session.cancel_url ? `<a class="back" href="${safe(session.cancel_url)}">Back</a>` : '';
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
  const anchor = link ? `<a class="button" href="${safe(link.href)}">${link.text}</a>` : '';
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

/** Text for content and attributes of HTML. */
const safe = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
