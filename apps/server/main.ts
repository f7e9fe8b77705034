import { keepCompiled } from './compile-cache.ts'

// One process of the deployment: the HTTP server, the worker, or both, on the database that DATABASE_URL names.

keepCompiled()
await import('./part.ts')
