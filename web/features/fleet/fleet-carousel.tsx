import type { EmblaCarouselType } from 'embla-carousel';
import useEmblaCarousel from 'embla-carousel-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { type Paint, VEHICLES, type Vehicle, type VehicleId } from '#common/vehicles/catalogue.ts';
import { announce } from '#web/lib/announce.ts';
import { prefersReducedMotion } from '#web/lib/motion.ts';
import { useIsNearViewport } from '#web/lib/use-is-near-viewport.ts';
import { useRates } from '#web/lib/use-pricing.ts';
import { FleetCard } from './fleet-card.tsx';
import { type Direction, FleetHeader } from './fleet-header.tsx';

/**
 * The number of visible cards on the widest screens. That many are drawn before the carousel has moved, and
 * on each side of the visible ones.
 */
const AT_ONCE = 3;
const FIRST_SLIDES: readonly number[] = Array.from({ length: AT_ONCE }, (_, index) => index);

/** Loops, without autoplay. A slide counts as visible when most of it is. */
const OPTIONS = { loop: true, align: 'start', inViewThreshold: 0.6 } as const;

interface FleetCarouselProps {
  onSelect: (vehicle: Vehicle, paint: Paint) => void;
}

/**
 * The fleet, one, two or three cards at a time, moved by swiping or by its buttons. Hidden cards are out of
 * the tab order, and a move is announced (ARIA Authoring Practices, carousel). Without scripts the cards are
 * in rows.
 */
export function FleetCarousel({ onSelect }: FleetCarouselProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNearViewport(place);
  const [viewport, carousel] = useEmblaCarousel(OPTIONS);
  const inView = useSlidesInView(carousel);
  const drawn = useDrawn(inView, isNear);
  const rates = useRates();

  const handleMove = (direction: Direction) => {
    if (!carousel) return;
    const isJump = prefersReducedMotion();
    if (direction === 'next') carousel.scrollNext(isJump);
    else carousel.scrollPrev(isJump);
    announce(formatSlidePosition(carousel.selectedScrollSnap()));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of slides is no fieldset
    <div ref={place} role="group" aria-roledescription="carousel" aria-labelledby="pricing-title">
      <FleetHeader onMove={handleMove} />
      {/* Embla starts by measuring every slide, which would force the layout of content far from the
          viewport. */}
      <div ref={isNear ? viewport : null} className="mt-8 overflow-hidden lg:mt-10">
        <div className="-ml-6 flex touch-pan-y touch-pinch-zoom noscript:flex-wrap noscript:gap-y-6">
          {FLEET_ORDER.map((vehicle, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
            <div
              key={vehicle.id}
              role="group"
              aria-roledescription="slide"
              aria-label={formatSlidePosition(index)}
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

const formatSlidePosition = (index: number): string =>
  `${FLEET_ORDER[index]?.name}, ${index + 1} of ${FLEET_ORDER.length}`;

/** Returns the indexes of visible slides: none before hydration, the first ones until measured. */
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
 * Returns the indexes of the drawn cards: those that are, or have been, visible or next to a visible one
 * since the carousel came near the viewport. All vehicles together are two thousand elements, which would
 * slow down every frame of the form above.
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

/** The first cards, side by side, which show the range of the fleet. */
const OPENING = new Set<VehicleId>(['lux-sedan', 'hummer-18', 'partybus-33']);

/** All vehicles in the carousel's order: three of very different size, then the others in catalogue order. */
export const FLEET_ORDER: readonly Vehicle[] = [
  ...VEHICLES.filter(({ id }) => OPENING.has(id)),
  ...VEHICLES.filter(({ id }) => !OPENING.has(id)),
];
