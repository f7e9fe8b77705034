import { allRoutesFlat } from '../apps/console/print-model.ts'
import { allRoutes } from '../apps/console/rooms.ts'

// Prints every route of the console as JSON: what tools and tests walk through. Nothing of a screen is loaded for it.
console.log(JSON.stringify(allRoutesFlat(allRoutes), undefined, 2))
