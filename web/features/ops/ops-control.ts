/**
 * Classes for buttons and inputs of the console: 36 px high with a mouse on wide screens, 44 px otherwise.
 * Add them to `Button`, `TextInput` and the like.
 */
export const OPS_CONTROL = 'min-h-11! rounded-item! text-14! xl:pointer-fine:min-h-9!';
