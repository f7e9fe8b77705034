/**
 * A header of everything that this product's server answers. What comes without it was said by something on the way (a filter, a proxy, a login
 * page), even where its JSON looks like an envelope.
 */
export const answerMark = { name: 'x-kaopei', value: '1' } as const
