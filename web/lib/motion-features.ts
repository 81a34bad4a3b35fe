import { domMax } from 'framer-motion';

/**
 * framer-motion's features, loaded by `MotionProvider` after the first paint. `domMax`: lists animate their
 * layout.
 */
export const motionFeatures = domMax;
