import { LazyMotion, MotionConfig } from 'framer-motion';
import type { ReactNode } from 'react';
import { ENTER } from './motion.ts';

const loadFeatures = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures);

/** Wraps every screen that uses `framer-motion/m`. Reduced motion animates only opacity and colour. */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <MotionConfig reducedMotion="user" transition={ENTER}>
        {children}
      </MotionConfig>
    </LazyMotion>
  );
}
