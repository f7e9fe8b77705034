export { ShareDrawer, type ShareDrawerProps } from './share-drawer.tsx'
