import { routes as access } from '@kaopei/access/routes'
import { routes as certificate } from '@kaopei/certificate/routes'
import { routes as collect } from '@kaopei/collect/routes'
import { routes as course } from '@kaopei/course/routes'
import { routes as courseware } from '@kaopei/courseware/routes'
import { routes as evaluation } from '@kaopei/evaluation/routes'
import { routes as exam } from '@kaopei/exam/routes'
import { routes as identity } from '@kaopei/identity/routes'
import { routes as instructor } from '@kaopei/instructor/routes'
import { routes as jobs } from '@kaopei/jobs/routes'
import { routes as marking } from '@kaopei/marking/routes'
import { routes as messaging } from '@kaopei/messaging/routes'
import { routes as org } from '@kaopei/org/routes'
import { routes as platform } from '@kaopei/platform/routes'
import { routes as practice } from '@kaopei/practice/routes'
import { routes as proctoring } from '@kaopei/proctoring/routes'
import { routes as question } from '@kaopei/question/routes'
import { routes as questionnaire } from '@kaopei/questionnaire/routes'
import { routes as result } from '@kaopei/result/routes'
import { routes as share } from '@kaopei/share/routes'
import { routes as skill } from '@kaopei/skill/routes'
import { routes as tenant } from '@kaopei/tenant/routes'
import { routes as training } from '@kaopei/training/routes'
import { routes as usergroup } from '@kaopei/usergroup/routes'
import { routes as venue } from '@kaopei/venue/routes'
import type { RouteSpec } from '@kaopei/web'
import type { RoomName } from '../../tools/rooms.ts'
import { kitDocsRoutes } from './docs/kit-docs.routes.ts'
import { shellRoutes } from './routes.ts'

/** Set by vite.config.ts; tools that read the routes without building have none. */
declare const __KIT_DOCS__: boolean

/** In the order of the rooms, whose list is no part of what browsers load. */
export const routesOf: Readonly<Record<RoomName, readonly RouteSpec[]>> = {
  identity,
  files: [],
  jobs,
  platform,
  messaging,
  share,
  org,
  usergroup,
  collect,
  access,
  tenant,
  question,
  learning: [],
  instructor,
  courseware,
  paper: [],
  sitting: [],
  venue,
  exam,
  result,
  marking,
  proctoring,
  practice,
  questionnaire,
  course,
  training,
  skill,
  evaluation,
  certificate,
}

/** Every screen of the console. A room's screens appear here and nowhere else. */
export const allRoutes: readonly RouteSpec[] = [
  ...shellRoutes,
  ...(typeof __KIT_DOCS__ !== 'undefined' && __KIT_DOCS__ ? kitDocsRoutes : []),
  ...Object.values(routesOf).flat(),
]
