/** How films, sounds and pages behave, for whoever draws them: without the UI library. */
export { useFullScreen } from './use-full-screen.ts'
export { useInView } from './use-in-view.ts'
export { usePages } from './use-pages.ts'
export { rates, usePlayer } from './use-player.ts'
