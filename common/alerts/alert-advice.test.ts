import { expect, test } from 'vitest';
import { alertKindSchema } from './alert.ts';
import { alertPath, alertPresentation } from './alert-advice.ts';

test.each(alertKindSchema.options)('%s has a name, an action and a sentence of advice', (kind) => {
  const { label, action, advice } = alertPresentation({ kind, payment: null });

  expect(label).toMatch(/^[A-Z][\w ]+$/);
  expect(['assign', 'call', 'papers', 'review']).toContain(action);
  expect(advice).toMatch(/^[A-Z].+\.$/);
});

const payment = (reason: string) => ({ amountCents: 3_358, reason, answerBy: null });

test('the advice warns against refunding money that the bank may already have returned', () => {
  expect(alertPresentation({ kind: 'refund-failed', payment: payment('charge_disputed') }).advice).toContain(
    'its bank decides',
  );
  expect(
    alertPresentation({ kind: 'refund-failed', payment: payment('lost_or_stolen_card') }).advice,
  ).toContain('still owed');
  expect(alertPresentation({ kind: 'dispute-closed', payment: payment('lost') }).advice).toContain(
    'Do not refund any more',
  );
});

test('a bank inquiry is not called a dispute, neither when it opens nor when it closes', () => {
  const words = [
    alertPresentation({ kind: 'inquiry-opened', payment: payment('fraudulent') }),
    alertPresentation({ kind: 'dispute-closed', payment: payment('warning_closed') }),
  ];

  expect(words.map(({ label }) => label)).toEqual(['Bank inquiry', 'Inquiry closed']);
  expect(words[0]?.advice).toContain('nothing was withdrawn');
  expect(words[1]?.advice).toContain('nothing is owed');
  expect(alertPresentation({ kind: 'dispute-closed', payment: payment('won') }).label).toBe('Dispute closed');
});

test('an alert links to the page of its ride or driver, and a payment alert has no page', () => {
  const id = 'a'.repeat(24);
  expect(alertPath({ kind: 'ride', id }, 'dispatcher')).toBe(`/ops?ride=${id}`);
  expect(alertPath({ kind: 'driver', id }, 'dispatcher')).toBe(`/ops/drivers/${id}`);
  expect(alertPath({ kind: 'payment', id: 'pi_1' }, 'dispatcher')).toBeNull();
});

test('an alert about a promo code or sign-ins has a page for admins only', () => {
  const promo = { kind: 'promo', id: 'a'.repeat(24) } as const;
  const signIn = { kind: 'sign-in', id: '203.0.113.5' } as const;
  expect([alertPath(promo, 'admin'), alertPath(signIn, 'admin')]).toEqual([
    '/ops/codes',
    '/ops/log?topic=security',
  ]);
  expect([alertPath(promo, 'dispatcher'), alertPath(signIn, 'dispatcher')]).toEqual([null, null]);
});
