/** Picture that Next serves under the hash of its content. */
declare module "*.webp" {
  const picture: { src: string; width: number; height: number };
  export default picture;
}
