import { Skeleton } from '@mantine/core';
import { SkeletonLines } from '../ui/Loaded';
import classes from './Review.module.css';

export const ReviewSkeleton = () => (
  <div className={classes.columns}>
    <Skeleton height="100%" />
    <SkeletonLines lines={12} />
  </div>
);
