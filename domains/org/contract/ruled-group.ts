/** Of the kinds of groups the one that a rule fills. Groups stand above: `tools/bare-codes.test.ts` holds it to `groupKind`. */
export const ruledGroup = 2
