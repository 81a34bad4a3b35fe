import type { EmblaCarouselType } from 'embla-carousel';
import useEmblaCarousel from 'embla-carousel-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { type Paint, VEHICLES, type Vehicle, type VehicleId } from '#common/vehicles/catalogue.ts';
import { announce } from '#web/lib/announce.ts';
import { prefersReducedMotion } from '#web/lib/motion.ts';
import { useNear } from '#web/lib/use-near.ts';
import { useRates } from '#web/lib/use-pricing.ts';
import { FleetCard } from './fleet-card.tsx';
import { type Direction, FleetHeader } from './fleet-header.tsx';

/** Cards in sight on the widest screens. So many are drawn before the carousel has moved, and on each side of those in sight. */
const AT_ONCE = 3;
const FIRST_SLIDES: readonly number[] = Array.from({ length: AT_ONCE }, (_, index) => index);

/** Loops, without autoplay. A slide counts as visible when most of it is. */
const OPTIONS = { loop: true, align: 'start', inViewThreshold: 0.6 } as const;

interface FleetCarouselProps {
  onSelect: (vehicle: Vehicle, paint: Paint) => void;
}

/**
 * The fleet, one, two or three cards at a time: swiped, or moved by its buttons. Hidden cards are out of the
 * tab order, and a move is announced (ARIA Authoring Practices, carousel). Without scripts the cards are in
 * rows.
 */
export function FleetCarousel({ onSelect }: FleetCarouselProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const [viewport, carousel] = useEmblaCarousel(OPTIONS);
  const inView = useSlidesInView(carousel);
  const drawn = useDrawn(inView, isNear);
  const rates = useRates();

  const handleMove = (direction: Direction) => {
    if (!carousel) return;
    const isJump = prefersReducedMotion();
    if (direction === 'next') carousel.scrollNext(isJump);
    else carousel.scrollPrev(isJump);
    announce(positionWords(carousel.selectedScrollSnap()));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of slides is no fieldset
    <div ref={place} role="group" aria-roledescription="carousel" aria-labelledby="pricing-title">
      <FleetHeader onMove={handleMove} />
      {/* Embla begins by measuring every slide, for which the browser would have to lay out what is far from the screen. */}
      <div ref={isNear ? viewport : null} className="mt-8 overflow-hidden lg:mt-10">
        <div className="-ml-6 flex touch-pan-y touch-pinch-zoom noscript:flex-wrap noscript:gap-y-6">
          {FLEET_ORDER.map((vehicle, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
            <div
              key={vehicle.id}
              role="group"
              aria-roledescription="slide"
              aria-label={positionWords(index)}
              inert={inView.length > 0 && !inView.includes(index)}
              className="min-w-0 shrink-0 basis-full pl-6 md:basis-1/2 lg:basis-1/3"
            >
              <FleetCard vehicle={vehicle} rates={rates} isDrawn={drawn.has(index)} onSelect={onSelect} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const positionWords = (index: number): string =>
  `${FLEET_ORDER[index]?.name}, ${index + 1} of ${FLEET_ORDER.length}`;

/** Which slides of a carousel can be seen, by index; none before the page is React's, and the first until it has looked. */
function useSlidesInView(carousel: EmblaCarouselType | undefined): readonly number[] {
  const [inView, setInView] = useState<readonly number[]>([]);

  useEffect(() => {
    if (!carousel) return setInView(FIRST_SLIDES);
    const look = () => {
      const seen = carousel.slidesInView();
      setInView(seen.length > 0 ? seen : FIRST_SLIDES);
    };
    look();
    carousel.on('slidesInView', look);
    return () => {
      carousel.off('slidesInView', look);
    };
  }, [carousel]);

  return inView;
}

/**
 * Which cards have their picture, by index: sixteen vehicles are two thousand elements, each of which the browser goes over for
 * every frame of the form above. Once the carousel is near, those in sight and beside, and those that have been.
 */
function useDrawn(inView: readonly number[], isNear: boolean): ReadonlySet<number> {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set(FIRST_SLIDES));

  useEffect(() => {
    const count = FLEET_ORDER.length;
    const around = Array.from({ length: 2 * AT_ONCE + 1 }, (_, index) => index - AT_ONCE);
    const wanted = isNear
      ? inView.flatMap((index) => around.map((offset) => (index + offset + count) % count))
      : [];
    startTransition(() =>
      setDrawn((known) =>
        wanted.every((index) => known.has(index)) ? known : new Set([...known, ...wanted]),
      ),
    );
  }, [inView, isNear]);

  return drawn;
}

/** First, side by side, since they show the range of the fleet. */
const OPENING = new Set<VehicleId>(['lux-sedan', 'hummer-18', 'partybus-33']);

/**
 * All vehicles in the carousel's order: three of very different size, then the others as in the catalogue.
 */
export const FLEET_ORDER: readonly Vehicle[] = [
  ...VEHICLES.filter(({ id }) => OPENING.has(id)),
  ...VEHICLES.filter(({ id }) => !OPENING.has(id)),
];
