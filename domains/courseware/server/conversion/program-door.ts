/** For rooms above: programs of this machine, confined as conversions are. */
export { ConversionFailure as ProgramFailure } from './failure.ts'
export { FfmpegNews } from './ffmpeg-news.ts'
export { runTool as runProgram, type ToolRun as ProgramRun } from './run-tool.ts'
export { findTools as findPrograms, type Tools as Programs } from './tools.ts'
