import { whenShown } from '../when-opened.tsx'

// Their code comes with the first opening: the tree itself needs none of it.
export const CategoryForm = whenShown(async () => ({ default: (await import('./category-form.tsx')).CategoryForm }), null)
export const CategoryDelete = whenShown(async () => ({ default: (await import('./category-delete.tsx')).CategoryDelete }), null)
