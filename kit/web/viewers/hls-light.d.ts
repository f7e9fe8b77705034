// The build without subtitles, alternate sound and DRM; it has the whole one's types.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
