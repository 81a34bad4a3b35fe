import { GiftCardFace } from '#web/features/gift-cards/gift-card-face.tsx';
import { GiftCardScreen } from '#web/features/ops/codes/gift-card-screen.tsx';

/** Looking up gift cards, each drawn as its recipient has it. */
export const OpsGiftCardsPage = () => (
  <GiftCardScreen
    drawCard={({ amountCents, recipientName }) => (
      <GiftCardFace amount={amountCents / 100} recipient={recipientName} />
    )}
  />
);
