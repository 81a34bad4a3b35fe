import clsx from 'clsx';
import { formatWholeDollars } from '#common/money.ts';
import './gift-card-face.css';

interface GiftCardFaceProps {
  /** Whole dollars. */
  amount: number;
  /** Name printed on the card. */
  recipient?: string | null;
  className?: string;
}

/** A drawn gift card: brand, route line, amount. Everything scales with its width. */
export const GiftCardFace = ({ amount, recipient, className }: GiftCardFaceProps) => (
  <div className={clsx('gift-card-face rounded-card', className)}>
    <div className="dark relative aspect-317/200 text-ink">
      <svg viewBox="0 0 317 200" aria-hidden="true" className="absolute inset-0 size-full">
        <path
          d="M44 100C86 91 110 66 161 66s58 20 86 17c9-1 16-4 23-8"
          className="fill-none stroke-gold"
          strokeWidth="3.5"
          strokeDasharray="10 10"
        />
        <circle cx="30" cy="104" r="6" className="fill-gold" />
        <rect x="279" y="64" width="12" height="12" rx="1" className="fill-ink" />
      </svg>
      <span className="display absolute top-[9%] left-[8%] text-[7.4cqi]">Marquee</span>
      <span className="absolute inset-x-[8%] bottom-[8%] flex items-baseline justify-between gap-[6cqi]">
        <span className="display text-[min(17cqi,4.75rem)]">{formatWholeDollars(amount * 100)}</span>
        {recipient && (
          <span className="truncate text-[clamp(0.75rem,4cqi,1rem)] text-gold-ink">To {recipient}</span>
        )}
      </span>
    </div>
  </div>
);
