// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { CodeSection } from './code-section.tsx';

/** Renders the section and waits for its lazy-loaded fields. */
async function show(overrides: Parameters<typeof buildDraft>[0] = {}, errors = {}) {
  render(
    <CodeSection draft={buildDraft(overrides)} errors={errors} pricing={buildPricing()} riderId={null} />,
  );
  await screen.findByRole('textbox', { name: 'Promo code', hidden: true });
}

const newestToast = () => useToastStore.getState().newest?.title;

beforeEach(() => useToastStore.setState({ newest: null }));

test('the section for codes is collapsed at first', async () => {
  await show();
  expect(screen.getByText('Have a promo code or gift card?')).toBeVisible();
  expect(screen.getByRole('group')).not.toHaveAttribute('open');
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
});

test('an applied code is read-only with Apply disabled, and can be removed', async () => {
  await show({ promoCode: 'WELCOME25', promo: buildPromo() });
  expect(screen.getByRole('group')).toHaveAttribute('open');
  expect(screen.getByRole('button', { name: 'Apply promo' })).toHaveAttribute('aria-disabled', 'true');
  const field = screen.getByRole('textbox', { name: 'Promo code' });
  expect(field).toHaveValue('WELCOME25');
  expect(field).toHaveAttribute('readonly');
  expect(field).toHaveAccessibleDescription('You save $25.00');
  expect(screen.getByRole('button', { name: 'Remove promo' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove gift card' })).toBeNull();
});

test.each([
  ['promo', { promoCode: 'WELCOME25', promo: buildPromo() }, 'Promo code already applied'],
  ['gift card', { giftCardCode: '•••• 91TD', giftCard: buildGiftCard() }, 'Gift card already applied'],
])(
  'pressing Apply or Enter on an applied %s says that it is already applied',
  async (noun, draft, message) => {
    const user = userEvent.setup();
    await show(draft);

    await user.click(screen.getByRole('button', { name: `Apply ${noun}` }));
    expect(newestToast()).toBe(message);

    useToastStore.setState({ newest: null });
    await user.type(screen.getByRole('textbox', { name: new RegExp(noun, 'i') }), '{Enter}');
    expect(newestToast()).toBe(message);
  },
);

test('an applied gift card shows its balance', async () => {
  await show({ giftCardCode: '•••• 91TD', giftCard: buildGiftCard() });
  expect(screen.getByRole('textbox', { name: 'Gift card code' })).toHaveAccessibleDescription(
    'Balance: $250.00',
  );
});

test('a code for which the ride was refused is marked with the reason', async () => {
  await show({ giftCardCode: '•••• 91TD' }, { giftCardCode: 'This gift card is not valid' });
  const field = screen.getByRole('textbox', { name: 'Gift card code' });
  expect(field).toBeInvalid();
  expect(screen.getByText('This gift card is not valid')).toBeVisible();
});
