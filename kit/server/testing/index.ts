export { createTestDatabase, startTestCluster, type TestDatabase } from './database.ts'
export { type ActorWish, type Answer, type TestActor, World } from './world.ts'
