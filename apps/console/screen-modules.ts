import { join } from 'node:path'
import type { RouteSpec } from '@kaopei/web'
import { rooms } from '../../tools/rooms.ts'
import { addressOf } from './print-model.ts'
import { routesOf } from './rooms.ts'
import { shellRoutes } from './routes.ts'

export interface ScreenModules {
  readonly path: string
  /** The files of the screen's own code and of the screens around it. */
  readonly modules: readonly string[]
  /** Without header and menu. */
  readonly isBare: boolean
}

const root = join(import.meta.dirname, '..', '..')

/** For the build: which code each address needs. A route names its screen as `() => import('./its.page.tsx')`, from its room's route table. */
export function screenModules(): readonly ScreenModules[] {
  return [
    ...shellRoutes.flatMap((route) => modulesOf(route, import.meta.dirname)),
    ...rooms.flatMap(({ name }) => routesOf[name].flatMap((route) => modulesOf(route, join(root, 'domains', name, 'console')))),
  ]
}

function modulesOf(route: RouteSpec, folder: string, around: readonly string[] = []): ScreenModules[] {
  const modules = [...around, ...(route.page ? [moduleOf(route, folder)] : [])]
  const own = route.page ? [{ path: addressOf(route), modules, isBare: route.bare ?? false }] : []
  return [...own, ...(route.children ?? []).flatMap((child) => modulesOf(child, folder, modules))]
}

function moduleOf({ path, page }: RouteSpec, folder: string): string {
  const file = /import\(['"](\.[^'"]+)['"]\)/.exec(String(page))?.[1]
  if (file === undefined) throw new Error(`the route ${path} does not say which file its screen is: ${String(page)}`)
  return join(folder, file)
}
