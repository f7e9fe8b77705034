import type { ComponentType } from 'react'

/**
 * One screen of the console. Route tables are plain data: they are read by tools without a browser, so `page` is a lazy import and
 * nothing of a screen is imported at the top.
 */
export interface RouteSpec {
  /** Absolute, e.g. `/application/ote/examManage`; react-router parameters (`:id`) are possible. */
  readonly path: string
  /**
   * Another screen of the same path, shown where the address says `?type=` with this value: with a title, a menu and a right of its own. It stands
   * where the screen without a type stands, and has neither children nor parameters.
   */
  readonly forType?: string
  /** Unique. The server's menu tree names routes by it. */
  readonly name: string
  readonly title: string
  /** Name of the menu whose right the route needs; its own name unless given. */
  readonly menu?: string
  /** `menu` unless given: `signedIn` needs a login only, `public` nothing. */
  readonly access?: 'menu' | 'signedIn' | 'public'
  /** The module's default export is the screen. A route without one leads to its first child. */
  readonly page?: () => Promise<{ readonly default: ComponentType }>
  /** Reachable, but neither in the sidebar nor in the header search. */
  readonly hidden?: boolean
  /** Without sidebar. `bare` is without header too (login, data screens, exam papers). */
  readonly fullScreen?: boolean
  readonly mandatoryFullScreen?: boolean
  readonly microApp?: boolean
  readonly bare?: boolean
  /** Where the path itself leads; `noRedirect` makes its crumb plain text and leaves it out of the header search. */
  readonly redirect?: string
  readonly noBreadcrumb?: boolean
  /** Name of the menu that is shown as chosen while this hidden screen is open; `menu` unless given. */
  readonly activeMenu?: string
  readonly children?: readonly RouteSpec[]
}
