import clsx from 'clsx';

interface RouteLineProps {
  /** `full` on stages and timelines (4 px, dashes of 10), `half` in cards and rows (2 px, dashes of 5). */
  size?: 'full' | 'half';
  direction?: 'horizontal' | 'vertical';
  /** ● filled, or the ring used in the booking form. */
  start?: 'dot' | 'ring' | 'none';
  /** ■ filled, or hollow when there is no destination. */
  end?: 'square' | 'hollow' | 'none';
  /** Whether the line fades out towards its end, for a route without destination. */
  isFading?: boolean;
  /** Whether the dashes move, to indicate loading. */
  isMoving?: boolean;
  /** Class of the whole line with its ends. */
  className?: string;
  /** Class of the dashes only, such as another colour. */
  lineClassName?: string;
}

/** The route line ● - - - ■ from pickup to drop-off. Fills its container; hidden from screen readers. */
export const RouteLine = ({
  size = 'full',
  direction = 'horizontal',
  start = 'dot',
  end = 'square',
  isFading = false,
  isMoving = false,
  className,
  lineClassName,
}: RouteLineProps) => (
  <span
    aria-hidden
    className={clsx(
      'flex items-center',
      direction === 'vertical' && 'flex-col',
      size === 'half' ? 'gap-[2.5px]' : 'gap-[3px]',
      className,
    )}
  >
    {start === 'dot' && (
      <span className={clsx('shrink-0 rounded-full bg-gold', size === 'half' ? 'size-2.5' : 'size-3.5')} />
    )}
    {start === 'ring' && <span className="size-4 shrink-0 rounded-full border-4 border-gold" />}
    <span
      data-size={size}
      data-direction={direction}
      data-fading={isFading}
      data-moving={isMoving}
      className={clsx('route-line flex-1', lineClassName)}
    />
    {end !== 'none' && (
      <span
        className={clsx(
          'shrink-0 rounded-[1px]',
          size === 'half' ? 'size-2.5' : 'size-3.5',
          end === 'square' ? 'bg-ink' : 'border border-control',
        )}
      />
    )}
  </span>
);

/** A full-width route line between two sections of a page. */
export const SectionDivider = ({ className }: { className?: string }) => (
  <div aria-hidden data-edge className={clsx('route-line opacity-70', className)} />
);
