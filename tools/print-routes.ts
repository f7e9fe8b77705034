import { allRoutesFlat } from '../apps/console/print-model.ts'
import { allRoutes, routesOf } from '../apps/console/rooms.ts'
import { rooms } from './rooms.ts'

// Prints every route of the console as JSON, or those of the rooms that KAOPEI_TEST_ROOMS names: what tools and tests walk through. Nothing of
// a screen is loaded for it.
const wanted = process.env.KAOPEI_TEST_ROOMS?.split(',')
const routes = wanted ? rooms.flatMap(({ name }) => (wanted.includes(name) ? routesOf[name] : [])) : allRoutes
console.log(JSON.stringify(allRoutesFlat(routes), undefined, 2))
