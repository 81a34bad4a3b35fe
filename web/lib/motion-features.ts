import { domMax } from 'framer-motion';

/** framer-motion's features, loaded by `MotionProvider` after the first paint. `domMax` animates layout. */
export const motionFeatures = domMax;
