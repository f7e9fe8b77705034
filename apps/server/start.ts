import { keepCompiled } from './compile-cache.ts'

// `npm start`: a database when none is given, migrations, the demo company once, the clients when stale, then server and worker.

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `需要 Node.js 24 或更高版本，当前为 ${process.versions.node}。Linux 与 Windows 上 npm ci 会自动带来；macOS 请先安装 Node.js 24`,
  )
  process.exit(1)
}
keepCompiled()
await import('./launch.ts')
