import { GiftCardFace } from '#web/features/gift-cards/gift-card-face.tsx';
import { GiftCardScreen } from '#web/features/ops/codes/gift-card-screen.tsx';

/** Gift card look-up; each card is drawn as its recipient sees it. */
export const OpsGiftCardsPage = () => (
  <GiftCardScreen
    drawCard={({ amountCents, recipientName }) => (
      <GiftCardFace amount={amountCents / 100} recipient={recipientName} />
    )}
  />
);
