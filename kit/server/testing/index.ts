export { createTestDatabase, startTestCluster, type TestDatabase } from './database.ts'
export { failing } from './failing.ts'
export { longestStretch } from './longest-stretch.ts'
export { type ActorWish, type Answer, type TestActor, World } from './world.ts'
