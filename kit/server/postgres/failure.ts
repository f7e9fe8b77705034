/** The database could not be started. The message is Chinese, for the person at the console, and says what to do. */
export class LauncherFailure extends Error {
  override readonly name = 'LauncherFailure'
}

/** What the launcher and the migrations write to; a pino logger fits. */
export type PlainLog = { info(text: string): void; warn(text: string): void }

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}

/** Turns an error of the file system into a LauncherFailure; other errors come back as they are. */
export function explainFileError(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new LauncherFailure(diskFullText(path), { cause: error })
    case 'EACCES':
    case 'EPERM':
      return new LauncherFailure(`没有写入数据目录的权限：${path}。请修改该目录的所有者或权限，或换一个可写的数据目录后重试。`, {
        cause: error,
      })
    case 'EROFS':
      return new LauncherFailure(`数据目录所在的磁盘是只读的：${path}。请换一个可写的数据目录后重试。`, { cause: error })
    case 'ENOTDIR':
    case 'EEXIST':
      return new LauncherFailure(`数据目录的路径被一个文件占用：${path}。请移走该文件或换一个数据目录后重试。`, { cause: error })
    default:
      return error
  }
}

export function diskFullText(path: string): string {
  return `磁盘空间已满，数据库无法写入：${path}。请释放磁盘空间后重试，已保存的数据不会丢失。`
}

/** PostgreSQL's own words (its log since this start) → a failure a person can act on. */
export function explainPostgresOutput(output: string, place: { pgdata: string; port: number }): LauncherFailure {
  const text = meaningOf(output, place)
  const tail = output.trim().split('\n').slice(-6).join('\n')
  return new LauncherFailure(tail === '' ? text : `${text}\n数据库的输出：\n${tail}`)
}

function meaningOf(output: string, { pgdata, port }: { pgdata: string; port: number }): string {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFullText(pgdata)
  if (/could not bind|Address already in use/.test(output))
    return `端口 ${port} 已被其他程序占用，数据库无法启动。请停止占用该端口的程序，或换一个端口。`
  if (/postmaster\.pid" already exists|pre-existing shared memory block/.test(output))
    return `数据目录正被另一个数据库进程使用：${pgdata}。请先停止那个进程，再重新启动。`
  if (/database files are incompatible|initialized by PostgreSQL version/.test(output))
    return `数据目录由另一个版本的 PostgreSQL 创建：${pgdata}。请用原版本导出数据后再导入，或换一个空的数据目录。`
  if (/Cannot allocate memory|could not (map|create|resize) .*shared memory/.test(output))
    return '内存不足，数据库无法启动。请释放内存或提高容器的内存（含 /dev/shm）限制后重试。'
  if (/administrative permissions is not permitted|"root" execution/.test(output))
    return '内置数据库不能以管理员身份运行。请换用普通用户启动，或设置 DATABASE_URL 使用已有的 PostgreSQL。'
  if (/could not look up effective user ID/.test(output))
    return '当前用户没有登记在系统的用户表（/etc/passwd）中，无法创建数据库。请换用系统中登记的用户启动，或设置 DATABASE_URL。'
  if (/could not locate a valid checkpoint|invalid (primary )?checkpoint|PANIC/.test(output))
    return `数据库文件可能已损坏，无法启动：${pgdata}。请不要删除该目录，先备份它，再用最近的备份恢复。`
  if (/Permission denied/.test(output)) return `数据库进程没有读写数据目录的权限：${pgdata}。请检查该目录的所有者与权限。`
  return `内置数据库启动失败（数据目录 ${pgdata}）。也可以设置 DATABASE_URL 使用已有的 PostgreSQL。`
}
