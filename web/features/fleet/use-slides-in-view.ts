import type { EmblaCarouselType } from 'embla-carousel';
import { useEffect, useState } from 'react';

/** Which slides of a carousel can be seen, by index; none before it has looked. */
export function useSlidesInView(carousel: EmblaCarouselType | undefined): readonly number[] {
  const [inView, setInView] = useState<readonly number[]>([]);

  useEffect(() => {
    if (!carousel) return;
    const look = () => setInView(carousel.slidesInView());
    look();
    carousel.on('slidesInView', look);
    return () => {
      carousel.off('slidesInView', look);
    };
  }, [carousel]);

  return inView;
}
