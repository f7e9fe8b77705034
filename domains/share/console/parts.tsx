export { type ListedLink, linkColumns, stopping } from './link-columns.tsx'
export { inAWeek, useLinkMaker } from './link-maker.tsx'
export { ShareDrawer, type ShareDrawerProps } from './share-drawer.tsx'
