// What the header shows beside the menu, and the menu's pictures: one part of the program, for it comes after the first picture of every screen.
export { JobTray } from '@kaopei/jobs/parts'
export { HeaderSearch } from './header-search.tsx'
export { MenuPicture } from './menu-picture.tsx'
export { UserMenu } from './user-menu.tsx'
