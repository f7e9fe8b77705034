/** The outline of a person on the ground of a photo, 5 by 7: stands in for the photo while a certificate is designed. */
export const silhouette = {
  width: 50,
  height: 70,
  ground: '#dfe6ef',
  figure: '#8fa3bb',
  paths: ['M25 12a11 13 0 1 1 0 26a11 13 0 1 1 0-26z', 'M3 70c0-18 8-27 22-27s22 9 22 27z'],
} as const
