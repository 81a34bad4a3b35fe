import { type Response, Router } from 'express';
import type { Store } from '../store/store.ts';
import { checkoutStyles } from './checkout-styles.ts';
import { renderCheckoutPage, renderUnknownCheckout } from './render-checkout-page.ts';

/** The hosted page of a Checkout Session and its style sheet. Who knows the session's id may see it. */
export function createCheckoutPageRoutes(store: Store): Router {
  const routes = Router();
  routes.get('/sim/checkout.css', (_req, res) => {
    res.type('text/css').send(checkoutStyles);
  });
  routes.get('/sim/checkout/:id', (req, res) => {
    const { session, details } = store.transact(null, (books) => ({
      session: books.get('sessions', req.params.id),
      details: books.get('session_details', req.params.id),
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
