/**
 * Makes a button or an input one of the console's: 36 px high at a desk, 44 where it is touched. Add it to the classes of
 * `Button`, `TextInput` and the like.
 */
export const OPS_CONTROL = 'min-h-11! rounded-item! text-14! xl:pointer-fine:min-h-9!';
