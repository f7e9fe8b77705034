import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = []
