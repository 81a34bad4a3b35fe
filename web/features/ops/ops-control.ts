/**
 * Classes for buttons and inputs of the console: 36 px high with a mouse on wide screens, 44 px otherwise.
 * Add them to `Button`, `TextInput` and the like.
 */
export const OPS_CONTROL = 'min-h-11! rounded-item! text-14! xl:pointer-fine:min-h-9!';

/** Classes of a segmented control in the console: with its well as high as the controls beside it. */
export const OPS_SWITCH = 'xl:pointer-fine:[&_label]:min-h-7';
