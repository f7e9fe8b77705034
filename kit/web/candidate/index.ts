/** What the pages of the candidate's client are made of: light, without the UI library, at home in the exam's first file. */

export { type Slot, slot } from '../slot.ts'
export { Bar } from './bar.tsx'
export { Dialog } from './dialog.tsx'
export { FilterButtons } from './filter-buttons.tsx'
export { LazyPage } from './lazy-page.tsx'
export { type CandidatePage, findPage, type LoginAnswer, type PageProps } from './page.ts'
export { Pager } from './pager.tsx'
export { Show } from './show.tsx'
export { clockTime, dateTime, duration } from './times.ts'
export { UnshownFailures } from './unshown.tsx'
export { type Loaded, useLoad } from './use-load.ts'
export { forgetWayBack, rememberWayBack, wayBack, wayBackText } from './way-back.ts'
